"""How well specifications made from instructions tell right executions from wrong ones: `handrail eval verify`.

Source: VeriSafe Agent (MobiCom '25), section 8; docs/evaluation.md.
"""

"""Is it unsafe, whatever was asked?"""

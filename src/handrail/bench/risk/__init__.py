"""Risk on recorded runs: the corpus in MobileRisk's layout, the metrics, the baselines, the generator of pairs."""

"""What an answer costs, by SPEC section 13: ratios to a baseline and a floor that are measured in the same run."""

print("tegata")

"""What every page needs: who asks, forms kept over a lost session, parts that renew themselves."""

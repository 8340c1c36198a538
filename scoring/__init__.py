"""What becomes of a result: points, certificates, recordings, degrees, rosters; practice and demo."""

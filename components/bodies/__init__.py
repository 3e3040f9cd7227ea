"""What has mass, and the base that holds everything."""

"""Control: trajectories and controllers."""

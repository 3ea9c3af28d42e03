error-tic_tac_toe_taken = cette case est prise
error-tic_tac_toe_cell = les cases vont de a1 à c3
error-tic_tac_toe_position = une position est trois rangées de x, de o et de nombres, puis x ou o : 3/1x1/3 o

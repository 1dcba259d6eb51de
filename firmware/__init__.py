"""The program behind the table: it reads hands, keeps the game and shows what comes next."""

# What the server says itself: what other sites show of an address that somebody shares.

share-game = { $title } de { $authors }
share-analysis = Analyse de { $title }
share-puzzle = Un problème de { $title }
share-table = { $title } : { $first } – { $second }
share-table-about = Une partie de { $title }, jeu de { $authors }.

# What the server says itself: what other sites show of an address that somebody shares.

share-game = { $title } by { $authors }
share-analysis = Analysis of { $title }
share-puzzle = A puzzle of { $title }
share-table = { $title }: { $first } – { $second }
share-table-about = A game of { $title } by { $authors }.

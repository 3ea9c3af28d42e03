-- When no server was there: nobody's clock is charged for that. Whoever writes first afterwards notes it.
CREATE TABLE outages (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- When no server was there: nobody's clock is charged for that. Whoever writes first afterwards notes it.
CREATE TABLE outages (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL PRIMARY KEY
);

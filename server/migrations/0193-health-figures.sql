-- Figures of the last hour and day, in two rings: sixty minutes, and 144 times ten minutes.
CREATE TABLE health_figures (
  name text NOT NULL,
  span text NOT NULL CHECK (span IN ('hour', 'day')),
  slot int NOT NULL,
  at timestamptz(0) NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (name, span, slot)
);

-- Sensitivity labels of an organisation: on or off, and the labels, the lightest first (ADR 40). No row: off, with those that are offered.

CREATE TABLE sensitivity_labels (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  -- As the contract has it.
  labels jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL
);

PRAGMA application_id = 1229870676;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('items and locations');
CREATE TABLE location (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;
INSERT INTO location VALUES(1,'Workshop');
INSERT INTO location VALUES(2,'Living room / Shelf');
INSERT INTO location VALUES(3,'Odd /  name ');
CREATE TABLE item (
  id TEXT NOT NULL PRIMARY KEY,
  sku TEXT NOT NULL UNIQUE CHECK (sku <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  priceMinorUnits INTEGER NOT NULL CHECK (priceMinorUnits >= 0),
  locationID INTEGER REFERENCES location (id),
  notes TEXT NOT NULL DEFAULT '',
  -- Texts without case and accents, to sort and to search by: SQLite folds ASCII alone.
  nameKey TEXT NOT NULL,
  searchKey TEXT NOT NULL
) STRICT;
INSERT INTO item VALUES('00000000-0000-0000-0000-000000000001','T-100','Drill',4,8990,1,'18 V','drill','');
INSERT INTO item VALUES('00000000-0000-0000-0000-000000000002','T-200','hammer',0,1250,NULL,'','hammer','');
INSERT INTO item VALUES('00000000-0000-0000-0000-000000000003','H-1/a b','Lampe à huile',2,3400,2,'','lampe a huile','');
INSERT INTO item VALUES('00000000-0000-0000-0000-000000000004','X','Odd',1,0,3,'','odd','');
CREATE INDEX itemOnName ON item (nameKey, sku);
CREATE INDEX itemOnLocation ON item (locationID, nameKey);
COMMIT;

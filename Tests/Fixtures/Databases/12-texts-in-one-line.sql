PRAGMA application_id = 1229870676;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('items and locations');
INSERT INTO grdb_migrations VALUES('movements, location tree and full-text search');
INSERT INTO grdb_migrations VALUES('counts of a stocktake');
INSERT INTO grdb_migrations VALUES('photos');
INSERT INTO grdb_migrations VALUES('items that ran low');
INSERT INTO grdb_migrations VALUES('prices in thousandths');
INSERT INTO grdb_migrations VALUES('moves between locations');
INSERT INTO grdb_migrations VALUES('numbers of locations');
INSERT INTO grdb_migrations VALUES('prices in millionths');
INSERT INTO grdb_migrations VALUES('quantities in millionths');
INSERT INTO grdb_migrations VALUES('natural order');
INSERT INTO grdb_migrations VALUES('texts in one line');
CREATE TABLE IF NOT EXISTS "item" (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sku TEXT NOT NULL UNIQUE CHECK (sku <> ''),
  barcode TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL CHECK (name <> ''),
  -- The sum of the movements: whoever adds one changes this in the same transaction.
  quantityMillionths INTEGER NOT NULL CHECK (quantityMillionths >= 0),
  unit TEXT NOT NULL DEFAULT '',
  reorderLevelMillionths INTEGER CHECK (reorderLevelMillionths >= 0),
  priceMillionths INTEGER NOT NULL CHECK (priceMillionths >= 0),
  -- ISO 4217; empty for the currency of the inventory.
  currency TEXT NOT NULL DEFAULT '',
  locationID INTEGER REFERENCES "location" (id),
  -- One a line, in their order. The table itemTag has them to be looked up.
  tags TEXT NOT NULL DEFAULT '',
  notes TEXT NOT NULL DEFAULT '',
  -- Milliseconds since 1970.
  createdAt INTEGER NOT NULL,
  changedAt INTEGER NOT NULL,
  -- The name without case and accents, to sort by: SQLite folds ASCII alone.
  nameOrder TEXT NOT NULL
, skuOrder TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO item VALUES(1,'00000000-0000-0000-0000-000000000001','T-100','4006381333931','Drill',7000000,'pcs',1000000,89900000,'EUR',4,replace('power\ntools','\n',char(10)),'18 V',1795676939522,1700000000000,'drillD','t-3100T00');
INSERT INTO item VALUES(2,'00000000-0000-0000-0000-000000000002','T-200','','hammer',0,'',NULL,12500000,'',1,'','',1795676939522,1700000003000,'hammer','t-3200T00');
INSERT INTO item VALUES(3,'00000000-0000-0000-0000-000000000003','H-1/a b','','Lampe à huile',2000000,'',3000000,34000000,'',2,'','',1795676939522,1795676939522,'lampe a huileLà','h-11/a bH');
INSERT INTO item VALUES(4,'00000000-0000-0000-0000-000000000004','X','','Odd',250000,'',NULL,2300,'',3,'','',1795676939522,1795676939522,'oddO','xX');
CREATE TABLE movement (
  id INTEGER PRIMARY KEY,
  itemKey INTEGER NOT NULL REFERENCES "item" (key) ON DELETE CASCADE,
  date INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('received', 'used', 'counted', 'moved')),
  deltaMillionths INTEGER NOT NULL,
  note TEXT NOT NULL DEFAULT ''
, origin TEXT, destination TEXT) STRICT;
INSERT INTO movement VALUES(1,1,1795676939522,'counted',4000000,'',NULL,NULL);
INSERT INTO movement VALUES(2,3,1795676939522,'counted',2000000,'',NULL,NULL);
INSERT INTO movement VALUES(3,4,1795676939522,'counted',250000,'',NULL,NULL);
INSERT INTO movement VALUES(4,1,1700000001000,'received',3000000,'from Ida',NULL,NULL);
INSERT INTO movement VALUES(5,2,1700000003000,'moved',0,'',NULL,'Living room');
CREATE TABLE itemTag (
  itemKey INTEGER NOT NULL REFERENCES "item" (key) ON DELETE CASCADE,
  tagKey TEXT NOT NULL,
  PRIMARY KEY (itemKey, tagKey)
) STRICT, WITHOUT ROWID;
INSERT INTO itemTag VALUES(1,'power');
INSERT INTO itemTag VALUES(1,'tools');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','itemSearch','itemSearch',0,'CREATE VIRTUAL TABLE itemSearch USING fts5 (
  name, sku, barcode, tags, notes, location, content='''', tokenize=''unicode61 remove_diacritics 2'', prefix=''1 2 3''
)');
CREATE TABLE IF NOT EXISTS 'itemSearch_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO itemSearch_data VALUES(1,X'04060901020208');
INSERT INTO itemSearch_data VALUES(10,X'000000000103030003010101020101030101');
INSERT INTO itemSearch_data VALUES(137438953473,X'000002330230310306010103020230300106010103020138010601040201033230300206010103010161030803010104010162030601010501056472696c6c01020201016803060101020205616d6d6572020202020475696c6503020401056c616d706503020202056976696e67030601050201046e616d65040601050301036f64640408020105020104726f6f6d030601050301057368656c6603060105040101740106010102010601010201017601060104030108776f726b73686f700106010502010178040601010200023131010c01010301040202060101030101320206010103010161030803010104010162030601010501016401020201016802020201080401010201016c03080201050201016e040601050301016f0408020105020101720306010503010173030601050401017401060101020106010102010176010601040301017701060105020101780406010102000332313001060101030201380106010402010232300206010103010264720102020102686102020202017503020401026c61030202020169030601050201026e61040601050301026f640408020105020102726f03060105030102736803060105040102776f01060105020004333130300106010103010332303002060101030103647269010202010368616d0202020202756903020401036c616d03020202026976030601050201036e616d040601050301036f64640408020105020103726f6f0306010503010373686503060105040103776f720106010502040809080a09080a080a090a0c0b0b0b0c0d080f0811080908060c09080908080d0808080a08090707060708090a0909090b0a08080708090a0b0a0a');
INSERT INTO itemSearch_data VALUES(274877906945,X'0000011f043031303001070101030201380107010402010d34303036333831333333393331010601020201056472696c6c0103020105706f7765720106010302010174010701010202046f6f6c73010601030301017601070104030108776f726b73686f70010701050200023131010d01010301040201013401060102020101640103020101700106010302010174010d01010201030301017601070104030101770107010502000332313001070101030201380107010402010234300106010202010264720103020102706f01060103020102746f01060103030102776f010701050200043331303001070101030103343030010601020201036472690103020103706f7701060103020103746f6f01060103030103776f720107010502040a08140a0c080b080f0c0806080b08080a0809070909090b0a080a0a');
INSERT INTO itemSearch_data VALUES(412316860417,X'000000aa04303230300207010103010668616d6d657202030201066c6976696e6702060105020104726f6f6d0206010503010174020701010200023132020701010301016802030201016c020601050201017202060105030101740207010102000332323002070101030102686102030201026c6902060105020102726f02060105030004333230300207010103010368616d02030201036c697602060105020103726f6f0206010503040a0b0d0b0809060808080a0709090b080a');
CREATE TABLE IF NOT EXISTS 'itemSearch_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO itemSearch_idx VALUES(1,X'',2);
INSERT INTO itemSearch_idx VALUES(2,X'',2);
INSERT INTO itemSearch_idx VALUES(3,X'',2);
CREATE TABLE IF NOT EXISTS 'itemSearch_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO itemSearch_docsize VALUES(1,X'010201020201');
INSERT INTO itemSearch_docsize VALUES(2,X'010200000002');
INSERT INTO itemSearch_docsize VALUES(3,X'030400000003');
INSERT INTO itemSearch_docsize VALUES(4,X'010100000002');
CREATE TABLE IF NOT EXISTS 'itemSearch_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO itemSearch_config VALUES('version',4);
CREATE TABLE stocktakeCount (
  itemKey INTEGER PRIMARY KEY REFERENCES item (key) ON DELETE CASCADE,
  countedMillionths INTEGER NOT NULL CHECK (countedMillionths >= 0),
  -- The quantity at the moment of counting: what is booked later is the difference, so
  -- that movements after that moment stay.
  expectedMillionths INTEGER NOT NULL CHECK (expectedMillionths >= 0),
  -- Milliseconds since 1970.
  countedAt INTEGER NOT NULL
) STRICT;
INSERT INTO stocktakeCount VALUES(3,5000000,2000000,1700000002000);
CREATE TABLE photo (
  itemID TEXT NOT NULL PRIMARY KEY,
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  caption TEXT NOT NULL DEFAULT '',
  -- When the item was deleted, in milliseconds since 1970.
  orphanedAt INTEGER,
  data BLOB NOT NULL
) STRICT;
INSERT INTO photo VALUES('00000000-0000-0000-0000-000000000003',4,3,'lit',NULL,X'ffd8ffd9');
CREATE TABLE lowStock (
  -- No number is given twice: whoever has been told up to one is told what comes after it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  itemID TEXT NOT NULL
) STRICT;
INSERT INTO lowStock VALUES(1,'00000000-0000-0000-0000-000000000003');
CREATE TABLE IF NOT EXISTS "location" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parentID INTEGER REFERENCES location (id),
  name TEXT NOT NULL CHECK (name <> ''),
  path TEXT NOT NULL UNIQUE,
  pathOrder TEXT NOT NULL
) STRICT;
INSERT INTO location VALUES(1,NULL,'Living room','Living room','living roomL');
INSERT INTO location VALUES(2,1,'Shelf','Living room / Shelf','living roomLshelfS');
INSERT INTO location VALUES(3,NULL,'Odd /  name ','Odd /  name ','oddO name ');
INSERT INTO location VALUES(4,NULL,'Workshop','Workshop','workshopW');
INSERT INTO location VALUES(5,1,'Bench','Workshop / Bench','workshopWbenchB');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('lowStock',1);
INSERT INTO sqlite_sequence VALUES('location',5);
CREATE INDEX itemOnBarcode ON item (barcode) WHERE barcode <> '';
CREATE INDEX itemTagOnTag ON itemTag (tagKey, itemKey);
CREATE INDEX movementOnItem ON movement (itemKey, date);
CREATE TRIGGER itemSearchInsert AFTER INSERT ON item BEGIN INSERT INTO itemSearch (rowid, name, sku, barcode, tags, notes, location) SELECT new.key, new.name, new.sku, new.barcode, new.tags, new.notes, IFNULL((SELECT path FROM location WHERE id = new.locationID), ''); END;
CREATE TRIGGER itemSearchDelete AFTER DELETE ON item BEGIN INSERT INTO itemSearch (itemSearch, rowid, name, sku, barcode, tags, notes, location)
SELECT 'delete', old.key, old.name, old.sku, old.barcode, old.tags, old.notes, IFNULL((SELECT path FROM location WHERE id = old.locationID), ''); END;
CREATE TRIGGER itemSearchUpdate AFTER UPDATE OF name, sku, barcode, tags, notes, locationID ON item
WHEN old.name IS NOT new.name OR old.sku IS NOT new.sku OR old.barcode IS NOT new.barcode OR old.tags IS NOT new.tags OR old.notes IS NOT new.notes OR old.locationID IS NOT new.locationID BEGIN INSERT INTO itemSearch (itemSearch, rowid, name, sku, barcode, tags, notes, location)
SELECT 'delete', old.key, old.name, old.sku, old.barcode, old.tags, old.notes, IFNULL((SELECT path FROM location WHERE id = old.locationID), ''); INSERT INTO itemSearch (rowid, name, sku, barcode, tags, notes, location) SELECT new.key, new.name, new.sku, new.barcode, new.tags, new.notes, IFNULL((SELECT path FROM location WHERE id = new.locationID), ''); END;
CREATE INDEX stocktakeCountOnDate ON stocktakeCount (countedAt);
CREATE INDEX photoOrphan ON photo (orphanedAt) WHERE orphanedAt IS NOT NULL;
CREATE TRIGGER photoOrphaned AFTER DELETE ON item BEGIN
  UPDATE photo
  SET orphanedAt = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
  WHERE itemID = old.id;
END;
CREATE TRIGGER photoFound AFTER INSERT ON item BEGIN
  UPDATE photo SET orphanedAt = NULL WHERE itemID = new.id;
END;
CREATE TRIGGER itemRunsLow AFTER UPDATE OF quantityMillionths, reorderLevelMillionths ON item
WHEN new.quantityMillionths <= new.reorderLevelMillionths
  AND IFNULL(old.quantityMillionths > old.reorderLevelMillionths, 1)
BEGIN
  INSERT INTO lowStock (itemID) VALUES (new.id);
  DELETE FROM lowStock WHERE id <= (SELECT MAX(id) FROM lowStock) - 1000;
END;
CREATE TRIGGER itemIsMoved AFTER UPDATE OF locationID ON item
WHEN old.locationID IS NOT new.locationID
BEGIN
  INSERT INTO movement (itemKey, date, reason, deltaMillionths, origin, destination)
  VALUES (
    new.key, new.changedAt, 'moved', 0,
    (SELECT path FROM location WHERE id = old.locationID),
    (SELECT path FROM location WHERE id = new.locationID)
  );
END;
CREATE INDEX locationOnParent ON location (parentID, pathOrder);
CREATE TRIGGER itemSearchForgetPath BEFORE UPDATE OF path ON location
WHEN old.path <> new.path BEGIN
  INSERT INTO itemSearch (itemSearch, rowid, name, sku, barcode, tags, notes, location)
  SELECT 'delete', item.key, item.name, item.sku, item.barcode, item.tags, item.notes, old.path FROM item WHERE locationID = old.id;
END;
CREATE TRIGGER itemSearchRememberPath AFTER UPDATE OF path ON location
WHEN old.path <> new.path BEGIN
  INSERT INTO itemSearch (rowid, name, sku, barcode, tags, notes, location)
  SELECT item.key, item.name, item.sku, item.barcode, item.tags, item.notes, new.path FROM item WHERE locationID = new.id;
END;
CREATE INDEX itemOnName ON item (nameOrder);
CREATE INDEX itemOnSku ON item (skuOrder);
CREATE INDEX itemOnQuantity ON item (quantityMillionths, nameOrder);
CREATE INDEX itemOnPrice ON item (priceMillionths, nameOrder);
CREATE INDEX itemOnLocation ON item (locationID, nameOrder);
CREATE INDEX itemOnDateAdded ON item (-createdAt, nameOrder);
CREATE INDEX itemOnDateChanged ON item (-changedAt, nameOrder);
CREATE INDEX itemToReorder ON item (nameOrder)
WHERE quantityMillionths <= reorderLevelMillionths;
PRAGMA writable_schema=OFF;
COMMIT;

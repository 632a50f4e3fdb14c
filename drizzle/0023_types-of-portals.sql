-- What was rolled up for simple accounts is rolled up for simple portals now: the job makes it anew.
UPDATE "type_rollup" SET "asked" = "asked" + 1;

CREATE INDEX "order_line_days" ON "order_line" USING brin ("at");

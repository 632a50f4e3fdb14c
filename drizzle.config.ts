import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: [
    './src/platform/table.ts',
    './src/features/*/server/table.ts',
    './src/features/{billing,products,rollups}/server/*-table.ts',
  ],
  out: './drizzle',
})

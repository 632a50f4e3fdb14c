import { buildIfStale } from './build-steps.ts'

await buildIfStale({ force: true })

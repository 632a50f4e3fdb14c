import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'

// temporary, until B writes this file
const out = async () => ({}) as never
export const operations = Object.fromEntries(
  Object.entries(contract)
    .filter(([, v]) => typeof v === 'object' && v && '~orpc' in v)
    .map(([k, c]) => [k, handle(c as never, out)]),
)

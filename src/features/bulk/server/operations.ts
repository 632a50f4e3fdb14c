import { handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { runBulk } from './run-bulk.ts'

export const operations = {
  runBulk: handleOutside(contract.runBulk, runBulk),
}

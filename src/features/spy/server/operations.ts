import { handle, handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { readSpying, startSpying, stopSpying } from './spy.ts'

export const operations = {
  startSpying: handleOutside(contract.startSpying, startSpying),
  spying: handle(contract.spying, readSpying),
  stopSpying: handleOutside(contract.stopSpying, stopSpying),
}

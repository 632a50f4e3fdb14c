import { handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  giveCode,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.ts'

export const operations = {
  startTwoFactor: handleOutside(contract.startTwoFactor, startTwoFactor),
  confirmTwoFactor: handleOutside(contract.confirmTwoFactor, confirmTwoFactor),
  disableTwoFactor: handleOutside(contract.disableTwoFactor, disableTwoFactor),
  renewRecoveryCodes: handleOutside(contract.renewRecoveryCodes, renewRecoveryCodes),
  giveCode: handleOutside(contract.giveCode, giveCode),
}

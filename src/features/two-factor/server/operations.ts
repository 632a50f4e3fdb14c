import { handle, handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { demandOfTeam, teamDemand } from './team-demand.ts'
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
  teamDemand: handle(contract.teamDemand, teamDemand),
  demandOfTeam: handle(contract.demandOfTeam, (call, { required }) => demandOfTeam(call, required)),
}

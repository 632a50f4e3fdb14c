import { handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { collectVisit } from './collect-visit.ts'

export const operations = {
  collectVisit: handleOutside(
    contract.collectVisit,
    async ({ database, log, address, userAgent, services }, event) => ({
      accepted: await collectVisit(
        { database, log, address, userAgent, portalsOrigin: services.portalsOrigin },
        event,
      ),
    }),
  ),
}

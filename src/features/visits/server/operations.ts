import { handleOutside } from '#platform/handle.ts'
import { nowhere } from '#platform/place-headers.ts'
import * as contract from '../contract.ts'
import { collectVisit } from './collect-visit.ts'

export const operations = {
  collectVisit: handleOutside(
    contract.collectVisit,
    async ({ database, log, address, userAgent, place, services }, event) => ({
      accepted: await collectVisit(
        {
          database,
          log,
          address,
          userAgent,
          place: place?.() ?? nowhere,
          portalsOrigin: services.portalsOrigin,
        },
        event,
      ),
    }),
  ),
}

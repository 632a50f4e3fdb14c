import { billingAlerts } from '#features/billing/server/alerts.ts'
import { ensureNext } from '#features/billing/server/close-bill.ts'
import { refuseUnbilled } from '#features/billing/server/unbilled.ts'
import { blankAlerts } from '#features/blanks/server/queries.ts'
import { ordersApplied } from '#features/orders/server/occasions.ts'
import { accountMade, deletingPortal, lookingForAlerts } from '#features/portals/server/occasions.ts'
import { stockAlerts } from '#features/stocks/server/queries.ts'
import { settleClaims } from '#features/stocks/server/settle-claims.ts'

/** Who hears what the features below tell (`platform/occasion.ts`), in the order in which it takes effect. */

accountMade.heardBy(async (tx, accountId) => void (await ensureNext(tx, accountId)))
deletingPortal.heardBy(refuseUnbilled)
lookingForAlerts.heardBy(billingAlerts, blankAlerts, stockAlerts)
ordersApplied.heardBy(settleClaims)

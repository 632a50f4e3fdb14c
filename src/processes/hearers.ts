import { accessAsked, accountActivated } from '#features/account/server/occasions.ts'
import { billingAlerts } from '#features/billing/server/alerts.ts'
import { ensureNext } from '#features/billing/server/close-bill.ts'
import { refuseOwnIssuer } from '#features/billing/server/information.ts'
import { billTurned, chargeTurned } from '#features/billing/server/occasions.ts'
import { refuseUnbilled } from '#features/billing/server/unbilled.ts'
import { blankAlerts } from '#features/blanks/server/queries.ts'
import { connectorRemoved, shopTold } from '#features/connectors/server/occasions.ts'
import { erasingPerson } from '#features/contacts/server/occasions.ts'
import { leavingMails, postGiven } from '#features/inbox/server/occasions.ts'
import { tellPeople } from '#features/inbox/server/tell-people.ts'
import { ordersApplied, ordersChanged } from '#features/orders/server/occasions.ts'
import { mapNamed } from '#features/orders/server/skus.ts'
import {
  accountMade,
  choosingSelfInvoice,
  deletingPortal,
  lookingForAlerts,
  teamNamed,
} from '#features/portals/server/occasions.ts'
import { skusNamed } from '#features/products/server/occasions.ts'
import { releasePublished } from '#features/releases/server/occasions.ts'
import { stopReport } from '#features/saved-views/server/stop-report.ts'
import { shopAlerts } from '#features/shops/server/alerts.ts'
import { forgetShop, heedShops } from '#features/shops/server/heed-shops.ts'
import { stocksMoved } from '#features/stocks/server/occasions.ts'
import { stockAlerts } from '#features/stocks/server/queries.ts'
import { settleClaims } from '#features/stocks/server/settle-claims.ts'
import { inviteTeam } from '#features/team/server/invite-team.ts'
import { keepOwners } from '#features/team/server/keep-owners.ts'
import { memberTurned } from '#features/team/server/occasions.ts'
import { acceptNewest } from '#features/team/server/own-teams.ts'
import { hearOrders, hearStocks } from '#features/webhooks/server/hear-goods.ts'
import {
  hearBill,
  hearCharge,
  hearMember,
  hearPost,
  hearRelease,
} from '#features/webhooks/server/hear-team.ts'

/** Who hears what the features below tell (`platform/occasion.ts`), in the order in which it takes effect. */

accessAsked.heardBy(tellPeople)
accountActivated.heardBy(acceptNewest)
accountMade.heardBy(async (tx, accountId) => void (await ensureNext(tx, accountId)))
billTurned.heardBy(hearBill)
chargeTurned.heardBy(hearCharge)
connectorRemoved.heardBy(forgetShop)
choosingSelfInvoice.heardBy(refuseOwnIssuer)
deletingPortal.heardBy(refuseUnbilled)
erasingPerson.heardBy(keepOwners)
leavingMails.heardBy(stopReport)
lookingForAlerts.heardBy(billingAlerts, blankAlerts, stockAlerts, shopAlerts)
ordersApplied.heardBy(settleClaims)
ordersChanged.heardBy(hearOrders)
postGiven.heardBy(hearPost)
releasePublished.heardBy(hearRelease)
skusNamed.heardBy(mapNamed)
memberTurned.heardBy(hearMember)
shopTold.heardBy(heedShops)
stocksMoved.heardBy(hearStocks)
teamNamed.heardBy(inviteTeam)

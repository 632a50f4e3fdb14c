import { ordersApplied } from '#features/orders/server/occasions.ts'
import { settleClaims } from '#features/stocks/server/settle-claims.ts'

/** Who hears what the features below tell (`platform/occasion.ts`), in the order in which it takes effect. */

ordersApplied.heardBy(settleClaims)

import { analyticsScreens } from './screens/analytics.ts'
import { billingScreens } from './screens/billing.ts'
import { catalogueScreens } from './screens/catalogue.ts'
import { peopleScreens } from './screens/people.ts'
import { portalContentScreens } from './screens/portal-content.ts'
import { portalsScreens } from './screens/portals.ts'
import type { Screen } from './screens/screen.ts'
import { shellScreens } from './screens/shell.ts'
import { signInScreens } from './screens/sign-in.ts'

/** Every page that is built, in the states worth seeing. */
export const screens: Screen[] = [
  ...signInScreens,
  ...portalsScreens,
  ...portalContentScreens,
  ...billingScreens,
  ...analyticsScreens,
  ...peopleScreens,
  ...catalogueScreens,
  ...shellScreens,
]

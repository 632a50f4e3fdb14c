import { analyticsScreens } from './screens/analytics.ts'
import { billingScreens } from './screens/billing.ts'
import { recordScreens } from './screens/billing-records.ts'
import { catalogueScreens } from './screens/catalogue.ts'
import { peopleScreens } from './screens/people.ts'
import { portalContentScreens } from './screens/portal-content.ts'
import { portalsScreens } from './screens/portals.ts'
import type { Screen } from './screens/screen.ts'
import { shellScreens } from './screens/shell.ts'
import { signInScreens } from './screens/sign-in.ts'

/** Every page that is built, in the states worth seeing, area by area. */
export const areas: Record<string, Screen[]> = {
  'sign-in': signInScreens,
  portals: portalsScreens,
  'portal-content': portalContentScreens,
  billing: [...billingScreens, ...recordScreens],
  analytics: analyticsScreens,
  people: peopleScreens,
  catalogue: catalogueScreens,
  shell: shellScreens,
}

export const screens: Screen[] = Object.values(areas).flat()

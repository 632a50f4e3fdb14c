/**
 * A portal's own type as SQL, by the aliases of its row and its account's: `master` for a label-level portal, `simple`
 * for every other (specification §1), whatever type their account has.
 */
export const portalType = (portal: string, account: string) =>
  `case when ${portal}.master and ${account}.type = 'master' then 'master' else 'simple' end`

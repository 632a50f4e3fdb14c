/**
 * Why something is done past row-level security. Each place that does so names one of these, and
 * `src/past-policies.test.ts` lists the places.
 */
export type Why =
  /** People belong to several accounts, or to the staff: no portal's policies tell whose they are. */
  | 'people'
  /** Signing in and what it rests on: passwords, sessions, second factors. Policies hide them from members. */
  | 'signIn'
  /** Rows of the call's own account that lie outside the one portal that the call reaches. */
  | 'ownAccount'
  /** A portal that is being made is not yet one that the call reaches. */
  | 'newPortal'
  /** What may exist only once is looked for among all accounts. */
  | 'uniqueness'
  /** Totals of labels and of everything follow from the rows of one portal, and are nobody's own. */
  | 'totals'
  /** Who issues the bills, and the chains of records that are the issuer's and not an account's. */
  | 'provider'
  /** What shops sign with, which nobody reads back. */
  | 'secrets'
  /** An index is of no use below policies; what is found passes through them afterwards. */
  | 'index'
  /** Fans, readers of mails and crawlers belong to no account. */
  | 'public'
  /** Work for all accounts, by the clock and at nobody's request. */
  | 'job'
  /** The first person of an empty database. */
  | 'start'
  /** What was there before a change is kept apart from its portal's rows; they come back under its policies. */
  | 'undo'
  /** Tests, drills and benches look at everything; nothing that runs for people says this. */
  | 'trial'

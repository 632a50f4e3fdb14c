/**
 * A path as the log keeps it: without the token of a subscribed calendar, and without keys and secrets that somebody has put
 * where they do not belong.
 */
export const loggedPath = (path: string): string =>
  path.replace(/(calendars\/+)[^/]+/gi, '$1[masked]').replace(/(blk_|whsec_)[\w%+/=-]+/g, '$1…')

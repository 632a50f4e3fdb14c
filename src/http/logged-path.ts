/** A path as the log keeps it: without the keys and secrets that somebody has put there, where they do not belong. */
export const loggedPath = (path: string): string => path.replace(/(blk_|whsec_)[\w%+/=-]+/g, '$1…')

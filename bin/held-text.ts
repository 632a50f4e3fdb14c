/**
 * V8 holds the text of what it runs: without comments, and with letters beyond Latin escaped, as a file that has one of them takes
 * two bytes for each of its letters. Of the server 9 MB are held instead of 21.
 */
export const heldText = {
  charset: 'ascii',
  comments: { jsdoc: false, annotation: false, legal: true },
} as const

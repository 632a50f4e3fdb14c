/**
 * Text that nobody's mail program turns into something to click. People choose names, and whatever looks like an
 * address becomes a link: dots inside a word become middle dots, schemes and at signs stand apart. Names such as
 * "St. Vincent" or "@bajamar", amounts, dates and "n.º" stay as they are.
 */
export const withoutAddresses = (text: string): string =>
  text
    // A scheme that is no time of day: `https:`, `mailto:`, `tel:`.
    .replace(/(\p{L}[\p{L}\d+.-]*):(?=\S)/gu, '$1: ')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ')
    // Every character that browsers take for a dot between two labels (UTS 46).
    .replace(/(?<=[^\s.])[.\u3002\uFF0E\uFF61](?=[\p{L}--[ºª]])|(?<=\p{L})[.\u3002\uFF0E\uFF61](?=\d)/gv, '·')

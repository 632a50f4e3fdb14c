/** Where this browser remembers which file of letters it has. */
const key = 'letters'
const family = '"Archivo Variable"'

/**
 * Runs before the first paint. The file of letters weighs as much as a third of the scripts and comes on the same line: where
 * the browser has it, it is asked for at once; where it has not, letters of the system stand in until the page hears.
 * @param href address of the file, which changes with its content
 */
export const letterScript = (href: string) =>
  `;(function(){var d=document,k;try{k=localStorage.getItem('${key}')}catch(e){}if(k!=='${href}')return void d.documentElement.setAttribute('data-letters','later');var l=d.createElement('link');l.rel='preload';l.as='font';l.type='font/woff2';l.crossOrigin='anonymous';l.href='${href}';d.head.append(l)})()`

/** Fetches the letters that were left for later, and remembers that they are here. */
export async function fetchLetters(href: string): Promise<void> {
  const { dataset } = document.documentElement
  if (dataset.letters !== 'later') return
  try {
    await document.fonts.load(`1em ${family}`)
    localStorage.setItem(key, href)
  } catch {
    // Without a connection the system's letters stay; a private window may refuse to remember.
  }
  delete dataset.letters
}

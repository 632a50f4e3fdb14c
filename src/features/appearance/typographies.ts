/** One face of a typography: a file of @fontsource-variable's latin subset, served from the portals' origin. */
export interface Face {
  family: string
  /** `package/file`, without the ending. */
  file: string
  weights: `${number} ${number}`
  widths?: `${number}% ${number}%`
  italic?: true
}

/** A pair of faces: one for the name and headings, one for reading. */
export interface Typography {
  id: string
  name: string
  heading: { family: string; weight: number; stretch?: number; italic?: true; spacing: number }
  text: { family: string; weight: number; stretch?: number }
  fallback: 'sans-serif' | 'serif' | 'monospace'
  faces: Face[]
}

const face = (family: string, file: string, weights: Face['weights'], more: Partial<Face> = {}): Face => ({
  family,
  file,
  weights,
  ...more,
})
const archivo = face('Archivo', 'archivo/files/archivo-latin-wdth-normal', '100 900', { widths: '62% 125%' })
const plainArchivo = face('Archivo Text', 'archivo/files/archivo-latin-wght-normal', '100 900')
const newsreader = face('Newsreader', 'newsreader/files/newsreader-latin-wght-normal', '200 800')
const familjen = face('Familjen', 'familjen-grotesk/files/familjen-grotesk-latin-wght-normal', '400 700')

const single = (
  id: string,
  name: string,
  file: string,
  weights: Face['weights'],
  weight: number,
  fallback: Typography['fallback'] = 'sans-serif',
): Typography => ({
  id,
  name,
  heading: { family: name, weight, spacing: -0.02 },
  text: { family: name, weight: 400 },
  fallback,
  faces: [face(name, file, weights)],
})

/** The letters that a portal may choose from; 13, all self-hosted. */
export const typographies: readonly Typography[] = [
  {
    id: 'archivo-narrow',
    name: 'Archivo Condensed',
    heading: { family: 'Archivo', weight: 820, stretch: 62, spacing: -0.02 },
    text: { family: 'Archivo', weight: 400, stretch: 100 },
    fallback: 'sans-serif',
    faces: [archivo],
  },
  {
    id: 'archivo-wide',
    name: 'Archivo Expanded',
    heading: { family: 'Archivo', weight: 700, stretch: 122, spacing: -0.01 },
    text: { family: 'Archivo', weight: 400, stretch: 100 },
    fallback: 'sans-serif',
    faces: [archivo],
  },
  {
    id: 'newsreader',
    name: 'Newsreader',
    heading: { family: 'Newsreader', weight: 400, italic: true, spacing: -0.025 },
    text: { family: 'Newsreader', weight: 400 },
    fallback: 'serif',
    faces: [
      face('Newsreader', 'newsreader/files/newsreader-latin-wght-italic', '200 800', { italic: true }),
      newsreader,
    ],
  },
  single(
    'bricolage',
    'Bricolage',
    'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal',
    '200 800',
    800,
  ),
  single('space', 'Space Grotesk', 'space-grotesk/files/space-grotesk-latin-wght-normal', '300 700', 700),
  single('fraunces', 'Fraunces', 'fraunces/files/fraunces-latin-wght-normal', '100 900', 700, 'serif'),
  single('syne', 'Syne', 'syne/files/syne-latin-wght-normal', '400 800', 800),
  {
    ...single('unbounded', 'Unbounded', 'unbounded/files/unbounded-latin-wght-normal', '200 900', 700),
    text: { family: 'Familjen', weight: 400 },
    faces: [face('Unbounded', 'unbounded/files/unbounded-latin-wght-normal', '200 900'), familjen],
  },
  {
    ...single('oswald', 'Oswald', 'oswald/files/oswald-latin-wght-normal', '200 700', 600),
    text: { family: 'Archivo Text', weight: 400 },
    faces: [face('Oswald', 'oswald/files/oswald-latin-wght-normal', '200 700'), plainArchivo],
  },
  {
    ...single(
      'bodoni',
      'Bodoni Moda',
      'bodoni-moda/files/bodoni-moda-latin-wght-normal',
      '400 900',
      700,
      'serif',
    ),
    text: { family: 'Newsreader', weight: 400 },
    faces: [face('Bodoni Moda', 'bodoni-moda/files/bodoni-moda-latin-wght-normal', '400 900'), newsreader],
  },
  single(
    'mono',
    'JetBrains Mono',
    'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
    '100 800',
    700,
    'monospace',
  ),
  single('grandstander', 'Grandstander', 'grandstander/files/grandstander-latin-wght-normal', '100 900', 700),
  {
    ...single(
      'familjen',
      'Familjen',
      'familjen-grotesk/files/familjen-grotesk-latin-wght-normal',
      '400 700',
      700,
    ),
    name: 'Familjen Grotesk',
  },
]

export const typographyIds = typographies.map(({ id }) => id)
/** The typography of an id; the first when it is gone. */
export const typographyOf = (id: string): Typography =>
  typographies.find((one) => one.id === id) ?? (typographies[0] as Typography)

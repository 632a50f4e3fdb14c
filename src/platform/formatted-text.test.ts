import { expect, test } from 'vitest'
import { plainBlocks, readFormatted } from './formatted-text.ts'

test('strong words, links and lists are read, and everything else stands as it was typed', () => {
  const text = [
    'Hola, **gira nueva** el [viernes](https://entradas.example/a?b=1).',
    '',
    '- Sevilla',
    '- **Cádiz**, con [Ana](mailto:ana@example.org)',
    'Fin 2 * 3 ** 4 y [esto] (no) [ni](javascript:alert(1)) _esto_',
  ].join('\n')
  expect(readFormatted(text)).toEqual([
    {
      line: [
        { text: 'Hola, ' },
        { text: 'gira nueva', strong: true },
        { text: ' el ' },
        { text: 'viernes', link: 'https://entradas.example/a?b=1' },
        { text: '.' },
      ],
    },
    {
      list: [
        [{ text: 'Sevilla' }],
        [
          { text: 'Cádiz', strong: true },
          { text: ', con ' },
          { text: 'Ana', link: 'mailto:ana@example.org' },
        ],
      ],
    },
    { line: [{ text: 'Fin 2 * 3 ** 4 y [esto] (no) [ni](javascript:alert(1)) _esto_' }] },
  ])
  expect(plainBlocks(text)).toEqual([
    'Hola, gira nueva el viernes (https://entradas.example/a?b=1).',
    '– Sevilla\n– Cádiz, con Ana (mailto:ana@example.org)',
    'Fin 2 * 3 ** 4 y [esto] (no) [ni](javascript:alert(1)) _esto_',
  ])
})

test('an empty line begins another list, and an address that shows itself is said once', () => {
  expect(readFormatted('- uno\n\n- dos')).toHaveLength(2)
  expect(plainBlocks('[https://a.example](https://a.example)')).toEqual(['https://a.example'])
})

test('no text takes long to read', () => {
  for (const part of ['**', '[a](', '- ', '[', '*a', '](https://a'])
    expect(readFormatted(part.repeat(2_500)).length).toBeGreaterThan(0)
})

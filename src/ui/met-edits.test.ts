import { expect, test } from 'vitest'
import { meet } from './met-edits.ts'

const base = {
  title: { es: 'Gira', en: 'Tour' },
  url: 'https://a.example',
  visible: true,
  sizes: ['S', 'M'],
  note: '',
}

test('what one side alone changed stands, whoever it was', () => {
  const mine = { ...base, url: 'https://mine.example', sizes: ['S'] }
  const theirs = { ...base, visible: false }
  expect(meet(base, mine, theirs)).toEqual({
    values: { ...base, url: 'https://mine.example', sizes: ['S'], visible: false },
    again: ['url', 'sizes'],
    clashes: [],
  })
})

test('the same change by both is no clash, different ones are, and nothing that was typed is lost', () => {
  const mine = { ...base, url: 'https://mine.example', visible: false, note: 'mía' }
  const theirs = { ...base, url: 'https://theirs.example', visible: false, note: 'suya' }
  expect(meet(base, mine, theirs)).toEqual({
    values: { ...theirs, url: 'https://mine.example', note: 'mía' },
    again: [],
    clashes: [
      { field: 'url', mine: 'https://mine.example', theirs: 'https://theirs.example' },
      { field: 'note', mine: 'mía', theirs: 'suya' },
    ],
  })
})

test('languages of one text meet word by word', () => {
  const mine = { ...base, title: { es: 'Gira 2027', en: 'Tour' } }
  const theirs = { ...base, title: { es: 'Gira', en: 'Tour 2027' } }
  expect(meet(base, mine, theirs)).toMatchObject({
    values: { title: { es: 'Gira 2027', en: 'Tour 2027' } },
    again: ['title'],
    clashes: [],
  })
  const both = { ...base, title: { es: 'Otra', en: 'Tour 2027' } }
  expect(meet(base, mine, both)).toMatchObject({
    values: { title: { es: 'Gira 2027', en: 'Tour 2027' } },
    clashes: [{ field: 'title', mine: mine.title, theirs: both.title }],
  })
})

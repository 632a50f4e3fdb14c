import { describe, expect, test } from 'vitest'
import { addressGroup, callerAddress } from './caller-address.ts'

describe('the address of a caller', () => {
  test.each([
    [undefined, '203.0.113.7', 0, '203.0.113.7'],
    ['198.51.100.1', '203.0.113.7', 0, '203.0.113.7'],
    ['198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1, 10.0.0.2', '10.0.0.1', 2, '198.51.100.1'],
    ['10.0.0.2', '10.0.0.1', 2, '10.0.0.2'],
    [undefined, '10.0.0.1', 2, '10.0.0.1'],
    ['no address', '10.0.0.1', 1, '10.0.0.1'],
    ['[2001:db8::1]:4711', '10.0.0.1', 1, '2001:db8::1'],
    ['203.0.113.7:4711', '10.0.0.1', 1, '203.0.113.7'],
    [undefined, '::ffff:203.0.113.7', 0, '203.0.113.7'],
    ['::FFFF:cb00:7107', '10.0.0.1', 1, '203.0.113.7'],
    ['2001:DB8:0:0::1', '10.0.0.1', 1, '2001:db8::1'],
    [undefined, undefined, 0, 'unknown'],
  ])('%s from %s behind %i proxies is %s', (forwarded, remote, hops, expected) => {
    expect(callerAddress(forwarded, remote, hops)).toBe(expected)
  })
})

describe('what counts as one caller', () => {
  test('is an IPv4 address or an IPv6 network of 64 bits, however it is written', () => {
    expect(addressGroup('203.0.113.7')).toBe('203.0.113.7')
    expect(addressGroup('::ffff:203.0.113.7')).toBe('203.0.113.7')
    const one = addressGroup('2001:db8:1:2:3:4:5:6')
    expect(addressGroup('2001:0db8:0001:0002:ffff::1')).toBe(one)
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(one)
  })
})

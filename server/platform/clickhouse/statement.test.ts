import { expect, test } from 'vitest'
import { ch, joined, textParameter, toStatement, wholeParameter } from './statement.ts'

test('values are numbered parameters, and the same value is one', () => {
  const either = joined([ch`name = ${textParameter('a')}`, ch`id > ${wholeParameter(1)}`, ch`id != ${textParameter('1')}`], ch` OR `)
  expect(toStatement(ch`SELECT id FROM events WHERE (${either}) AND source = ${textParameter('a')}`)).toEqual({
    text: 'SELECT id FROM events WHERE (name = {p1:String} OR id > {p2:Int64} OR id != {p3:String}) AND source = {p1:String}',
    parameters: { p1: 'a', p2: 1, p3: '1' },
  })
})

test('a list is one parameter', () => {
  const { text, parameters } = toStatement(ch`id IN ${{ type: 'Array(String)', value: ["it's", '{p1:String}'] }}`)
  expect([text, parameters]).toEqual(['id IN {p1:Array(String)}', { p1: ["it's", '{p1:String}'] }])
})

/** What merchants read about notes. */
export const merchant = {
  name: 'Note',
  text: 'A text that customers read, such as a link or instructions.',
  words: { noNote: 'No note' },
  form: { note: 'Note', noteHint: 'Only customers who have the benefit read it.' },
} as const

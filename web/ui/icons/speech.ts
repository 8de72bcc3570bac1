import { createIcon } from './icon.tsx'

export const SpeechIcon = /* @__PURE__ */ createIcon(
  'M2.5 4a1.5 1.5 0 0 1 1.5-1.5h8A1.5 1.5 0 0 1 13.5 4v5a1.5 1.5 0 0 1-1.5 1.5H7L3.8 13.2v-2.7A1.5 1.5 0 0 1 2.5 9z',
)

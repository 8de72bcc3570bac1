import { createIcon } from './icon.tsx'

export const QuestionIcon = /* @__PURE__ */ createIcon(
  'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM6.3 6.3a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.8.6-.8 1.2M8 11.3h.01',
)

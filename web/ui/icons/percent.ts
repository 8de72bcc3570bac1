import { createIcon } from './icon.tsx'

export const PercentIcon = /* @__PURE__ */ createIcon(
  'M12.5 3.5l-9 9M2.7 4.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM9.7 11.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z',
)

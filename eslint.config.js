// What the scripts of the page are linted by. Types and unknown names are found by tsc (tsconfig.json).

import js from "@eslint/js";

export default [
  { ignores: ["**/.venv/", "build/", "node_modules/"] },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      complexity: ["error", 18],
      curly: ["error", "multi-line", "consistent"],
      eqeqeq: "error",
      "max-lines": ["error", 900],
      "max-params": ["error", 6],
      "no-await-in-loop": "off",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-throw-literal": "error",
      "no-undef": "off",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "require-await": "error",
    },
  },
  {
    files: ["web_ui/**"],
    rules: {
      // A browser may refuse these, or their very names: stored.js asks for them so that the page goes on without.
      "no-restricted-globals": ["error", "localStorage", "sessionStorage", "indexedDB"],
      "no-restricted-properties": ["error", { object: "window", property: "localStorage" }],
    },
  },
];

// Two bundles without dependencies: the page's, and the core alone for what has no page, such as React Native.
import { build } from "esbuild";

const common = { bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", outdir: "dist" };
await build({ ...common, entryPoints: { handrail: "src/index.ts", core: "src/core.ts", auto: "src/auto.ts" } });

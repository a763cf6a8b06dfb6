import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../../../src')
const folders = ['core/figures', 'core/comparison', 'core/document', 'core/scorecard']

const formFields = /^(help|label|unset|none|remedy)$/
/** What takes templates, texts of forms, and errors of what was typed or read. */
const otherCalls = /(^|\.)(template|description|unreadable|check)$/

/** Whether a text is that of an error, a form or a template. */
function isOther(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isThrowStatement(at)) return true
    if (ts.isNewExpression(at) && at.expression.getText().endsWith('Error')) return true
    if (ts.isPropertyAssignment(at) && formFields.test(at.name.getText())) return true
    if (ts.isCallExpression(at) && otherCalls.test(at.expression.getText())) return true
    if (ts.isStatement(at)) return false
  }
  return false
}

/** The words of a literal, each value in it as `{}`. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `{}${literal.text}`)].join('')
}

/** Whether the full stop is added to this text. */
function getsFullStop({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText() === 'sentence'
}

/** Sentences of three words or more that end with a full stop, or are given one, and are no template. */
function sentencesIn(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(join(src, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const words = wordsOf(node)
    if (words !== undefined) {
      const isEnded = words.endsWith('.') || getsFullStop(node)
      if (isEnded && words.trim().split(/\s+/).length >= 3 && !isOther(node)) found.push(words)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

it('has no sentence about results that is not a template', () => {
  const found = folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: src }))
    .sort()
    .flatMap((path) => sentencesIn(path).map((sentence) => `${path}: ${sentence}`))
  expect(found).toEqual([])
})

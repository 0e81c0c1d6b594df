import { describe, expect, it } from 'vitest';
import { attribute, decodeEntities, eachElement, XmlScanner, XmlTooLong } from './xml-scanner.ts';

/** What a handler is told, pieces of one text joined. */
function told(wantsText = true) {
  const events: string[] = [];
  const scanner = new XmlScanner({
    wantsText,
    open: (name, tag) => void events.push(`open ${name} of ${tag}`),
    close: (name) => void events.push(`close ${name}`),
    declaration: (text) => void events.push(`declares ${text}`),
    text: (text) => {
      if (events.at(-1)?.startsWith('text ') === true) events[events.length - 1] += text;
      else events.push(`text ${text}`);
    },
  });
  return { events, scanner };
}

function eventsOf(xml: string, size = xml.length, wantsText = true): string[] {
  const { events, scanner } = told(wantsText);
  for (let at = 0; at < xml.length; at += size) scanner.push(xml.slice(at, at + size));
  return events;
}

describe('a document in XML', () => {
  const document =
    '<?xml version="1.0" a="?"?><!DOCTYPE x [<!ENTITY a "b">]><!-- <no> -- > --><a:b:root x="1">t &amp; &#233;&#x1F600;&nope; & x&lt;<b/><c d=\'x>y\' e="/>"/><d\n f = "1"\t/>]] > <![CDATA[<&amp;]]></a:b:root\n><e><!x></e>        ';
  const tags = [
    ...['declares <!DOCTYPE x [<!ENTITY a "b">', 'open root of a:b:root x="1"', 'open b of b', 'close b'],
    ...['open c of c d=\'x>y\' e="/>"', 'close c', 'open d of d\n f = "1"\t', 'close d', 'close root', 'open e of e'],
    ...['declares <!x>', 'close e'],
  ];

  it('is told the same in whatever pieces it comes', () => {
    const texts = [...tags];
    texts.splice(1, 0, 'text ]>');
    texts.splice(3, 0, 'text t & é😀&nope; & x<');
    texts.splice(10, 0, 'text ]] > <&amp;');
    texts.push('text         ');
    for (const size of [1, 2, 3, 5, 8, 13, 1000]) {
      expect(eventsOf(document, size)).toEqual(texts);
      expect(eventsOf(document, size, false)).toEqual(tags);
    }
  });

  it('is told up to where the next piece may change what is meant', () => {
    const { events, scanner } = told();
    const after = (piece: string) => {
      scanner.push(piece);
      return events.at(-1);
    };
    expect(after('<a>x &amp y')).toBe('text x ');
    expect(after('yyyyy')).toBe('text x ');
    expect(after('y')).toBe('text x &amp yyyyyyy');
    expect(after('&lt')).toBe('text x &amp yyyyyyy');
    expect(after(';z')).toBe('text x &amp yyyyyyy<z');
    expect(after('<!ATTRS>')).toBe('text x &amp yyyyyyy<z');
    expect(after('<')).toBe('declares <!ATTRS>');
  });

  it('has no piece of more than 64 million characters', () => {
    const { scanner } = told();
    scanner.push('<'.padEnd(67_108_864, 'x'));
    expect(() => scanner.push('x')).toThrow(XmlTooLong);
  });

  it.each(['>', '> 100', "it's>x", 'a/>', '/>', "'>", '=', '="a">'.replaceAll('"', "'")])(
    'has a value that is %j as it stands there',
    (value) => expect(eventsOf(`<a x="${value}" y='"'><b/></a>`)[0]).toBe(`open a of a x="${value}" y='"'`),
  );

  it('has elements with attributes', () => {
    const found: string[] = [];
    eachElement('<a><s:b x="1">text</s:b></a>', (name, tag) => void found.push(`${name} ${attribute(tag, 'x')}`));
    expect(found).toEqual(['a null', 'b 1']);
  });
});

describe('an attribute', () => {
  it.each([
    ['c b="1"', '1'],
    ["c\tb = \n '1'", '1'],
    ['c x:b="1"', '1'],
    ['c bb="2" ab="3" b="1"', '1'],
    ['c x="b=2" b="1"', '1'],
    ['c x="b" y="3"', null],
    ['c b="a &amp; &quot;b&quot;"', 'a & "b"'],
    ['c b=""', ''],
    ['c b="1', null],
    ['c b', null],
    ['c b d="1"', null],
    ['c', null],
  ])('of %j is %j', (tag, value) => expect(attribute(tag, 'b')).toBe(value));
});

describe('an entity', () => {
  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['&#65;&#x41;&#x0042;', 'AAB'],
    ['&#55295;&#xE000;&#x10FFFF;', '\ud7ff\ue000\u{10ffff}'],
    ...['&#55296;', '&#57343;', '&#x110000;', '&nbsp;', '&amp', '&;', '&#;', '&AMP;'].map((text) => [text, text]),
  ])('%j stands for %j', (text, shown) => expect(decodeEntities(text)).toBe(shown));
});

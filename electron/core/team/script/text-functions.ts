// Why: decision 0542.

/** The most characters of a sealed text. */
export const LONGEST_TEXT = 400_000;
/** Texts in one answer. */
export const TEXTS_AT_ONCE = 50;

/** The part of the script for what a team knows: sealed texts, each under a name that is an HMAC. Nothing that is safe depends on it. */
export const TEXT_FUNCTIONS = `-- rev: the order in which they were told. copy_of: it was told at the same time as that one, and stays beside it.
CREATE TABLE IF NOT EXISTS lead_team.doc (
  id uuid PRIMARY KEY, rev bigint NOT NULL UNIQUE, office smallint NOT NULL REFERENCES lead_team.office,
  at timestamptz NOT NULL DEFAULT now(), body text NOT NULL CHECK (length(body) <= ${LONGEST_TEXT}),
  gone boolean NOT NULL DEFAULT false, copy_of uuid
);

CREATE OR REPLACE FUNCTION lead_team.docs_v1(request text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
  SELECT jsonb_build_object('incarnation', (SELECT incarnation FROM team),
    'docs', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'rev', d.rev, 'office', d.office, 'at', millis(d.at),
      'body', d.body, 'gone', d.gone, 'copyOf', d.copy_of) ORDER BY d.rev), '[]')
      FROM (SELECT * FROM doc WHERE rev > (request::jsonb->>'since')::bigint ORDER BY rev LIMIT ${TEXTS_AT_ONCE}) d))::text
$$;

-- The last writer wins. known: which one it is to take the place of; if that is not the one that is there, that one stays as a copy.
CREATE OR REPLACE FUNCTION lead_team.put_doc_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE p jsonb := request::jsonb; o office; d doc; next bigint;
BEGIN
  -- One order for all of them: whoever asks for what is new misses none.
  PERFORM 1 FROM team FOR UPDATE;
  SELECT * INTO o FROM office WHERE code = (p->>'office')::uuid;
  IF NOT FOUND OR o.login <> session_user THEN
    RETURN jsonb_build_object('verdict', 'notYours', 'rev', 0)::text;
  END IF;
  SELECT * INTO d FROM doc WHERE id = (p->>'id')::uuid;
  -- Done before, and only the answer was lost.
  IF d.body = p->>'body' AND d.gone = (p->>'gone')::boolean THEN
    RETURN jsonb_build_object('verdict', 'done', 'rev', d.rev)::text;
  END IF;
  next := (SELECT coalesce(max(rev), 0) + 1 FROM doc);
  IF d.rev <> (p->>'known')::bigint AND NOT d.gone THEN
    IF (p->>'gone')::boolean THEN
      RETURN jsonb_build_object('verdict', 'changed', 'rev', d.rev)::text;
    END IF;
    INSERT INTO doc (id, rev, office, at, body, copy_of) VALUES (gen_random_uuid(), next, d.office, d.at, d.body, d.id);
    next := next + 1;
  END IF;
  INSERT INTO doc (id, rev, office, body, gone)
    VALUES ((p->>'id')::uuid, next, o.id, p->>'body', (p->>'gone')::boolean)
    ON CONFLICT (id) DO UPDATE SET rev = next, office = o.id, at = now(), body = p->>'body', gone = (p->>'gone')::boolean;
  RETURN jsonb_build_object('verdict', 'done', 'rev', next)::text;
END $$;
`;

/** For members. */
export const TEXT_GRANTS = 'lead_team.docs_v1(text), lead_team.put_doc_v1(text)';
